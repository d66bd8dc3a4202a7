"""Going on from weights that were written down: an ONNX file becomes a net that can be fitted again, and what
it learns is blended with what it knew.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.fit import AnyNet

NEW = 0.7  # of what a net that goes on has learned is kept, the rest being what it knew


def restored(start: AnyNet, weights: Path, pictures: Tensor) -> AnyNet:
    """A net of the form of `start` that says what the file `weights` says.

    What was written down has each normalization within the convolution before it. Here they are made anew,
    from `pictures` as the net takes them, such that they change nothing: fitting needs them.
    """
    net: AnyNet = copy.deepcopy(start)
    net.eval()
    kept = _convolutions(weights)
    hooks = []
    bias = torch.zeros(0)

    def fill(module: nn.Module, _: tuple[Tensor, ...]) -> None:
        nonlocal bias
        if isinstance(module, nn.Conv2d | nn.Linear):
            weight, bias = next(kept)
            module.weight.copy_(weight)
            if module.bias is not None:
                module.bias.copy_(bias)

    def fill_norm(module: nn.Module, given: tuple[Tensor, ...]) -> None:
        if isinstance(module, nn.BatchNorm2d):
            mean, var = given[0].mean(dim=(0, 2, 3)), given[0].var(dim=(0, 2, 3))
            module.state_dict()["running_mean"].copy_(mean)
            module.state_dict()["running_var"].copy_(var)
            module.weight.copy_((var + module.eps).sqrt())
            module.bias.copy_(mean + bias)

    for module in net.modules():
        hooks += [module.register_forward_pre_hook(one) for one in (fill, fill_norm)]
    with torch.no_grad():
        net(pictures)
    for hook in hooks:
        hook.remove()
    return net


def blend(weights: Path, before: bytes, kept: float = NEW) -> None:
    """Leaves of what the file `weights` learned since `before`, another such, but the share `kept`.

    Part of the way from what a net knew to what it was fitted to since, it mostly reads both better (Wortsman
    and others, "Robust fine-tuning of zero-shot models", 2022).
    """
    old, new = onnx.load_from_string(before), onnx.load(str(weights))
    for then, now in zip(old.graph.initializer, new.graph.initializer, strict=True):
        numbers = numpy_helper.to_array(now)
        if numbers.dtype.kind == "f":
            mixed = kept * numbers.astype(np.float32) + (1 - kept) * numpy_helper.to_array(then)
            now.CopyFrom(numpy_helper.from_array(mixed.astype(numbers.dtype), now.name))
    onnx.save(new, str(weights))


def _convolutions(weights: Path) -> Iterator[tuple[Tensor, Tensor]]:
    """Weights and biases in the order in which they are used."""
    graph = onnx.load(str(weights)).graph
    numbers = {one.name: numpy_helper.to_array(one).astype(np.float32) for one in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            yield torch.from_numpy(numbers[node.input[1]]), torch.from_numpy(numbers[node.input[2]])
