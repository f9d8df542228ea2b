import type { RegexNode } from './regex-node.ts';

/** Whether a part of a pattern asks for anything but its own characters: anchors and boundaries. */
export function asserts(node: RegexNode): boolean {
  return holds(node, (each) => each.type !== 'chars' && !isGroup(each));
}

/** Whether what matches a pattern depends on more of what was read than whether anything was. */
export function needsContext(node: RegexNode): boolean {
  return holds(
    node,
    (each) => each.type === 'boundary' || (each.type === 'loop' && each.max > 1 && asserts(each.part)),
  );
}

function isGroup(node: RegexNode): boolean {
  return node.type === 'sequence' || node.type === 'either' || node.type === 'loop';
}

function holds(node: RegexNode, asked: (node: RegexNode) => boolean): boolean {
  if (asked(node)) return true;
  if (node.type === 'sequence' || node.type === 'either') return node.parts.some((part) => holds(part, asked));
  return node.type === 'loop' && holds(node.part, asked);
}
