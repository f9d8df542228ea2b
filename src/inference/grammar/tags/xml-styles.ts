import type { TypeName } from '../json-schema/keywords.ts';

/** How a model's calls write arguments other than as JSON. Where `GAP` stands, whitespace may be. */
export interface XmlStyle {
  /** Around the name of an argument. */
  name: readonly [before: string, behind: string];
  /** Before a value of the type, behind its name or the beginning of an element. */
  after(type: TypeName): readonly (string | typeof GAP)[];
  end(name: string): string;
  /** What no string may have in it, since the parser would take it for the end. */
  stop: string;
  /** How a name is spelled. */
  spelled?(name: string): string;
  /** Which values may have whitespace around them; free strings never have any but their own. */
  spaced: 'all' | 'others than strings' | 'none';
  /** Elements of arrays, where arrays and objects inside are written in the same way, and not as JSON. */
  items?: { before: string; end: string; spaced: boolean };
  /** Whether each name has to be one that the schema lists. */
  listed?: true;
}

export const GAP = Symbol('whitespace');

const COHERE_TYPES: Partial<Record<TypeName, string>> = { string: 'raw', object: 'dict', array: 'list' };
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const cohereType = (type: TypeName) => COHERE_TYPES[type] ?? 'json';
const escaped = (name: string, marks: RegExp) => name.replace(marks, (mark) => ENTITIES[mark]);
const MINIMAX_M3 = ']<]minimax[>[';

/**
 * XGrammar's styles by its names, as 0.2.8 has them: `JSONSchemaFormat.style` in its structural_tag.py, and what its
 * grammars of them are. Where a style writes a value's type, it is always that of the value which follows.
 */
export const XML_STYLES: Record<string, XmlStyle> = {
  qwen_xml: parameters('<parameter=', '>', '</parameter>'),
  minimax_xml: parameters('<parameter name="', '">', '</parameter>'),
  minimax_m3_xml: {
    name: [`${MINIMAX_M3}<`, ''],
    after: () => ['>'],
    end: (name) => `${MINIMAX_M3}</${name}>`,
    stop: MINIMAX_M3,
    spaced: 'none',
    items: { before: `${MINIMAX_M3}<item`, end: `${MINIMAX_M3}</item>`, spaced: true },
    listed: true,
  },
  deepseek_xml: deepseek('<｜DSML｜parameter', '</｜DSML｜parameter>'),
  deepseek_v4_1_xml: deepseek('<｜DSML｜ parameter', '</｜DSML｜ parameter>'),
  glm_xml: {
    ...parameters('<arg_key>', '</arg_key>', '</arg_value>'),
    after: () => [GAP, '<arg_value>'],
  },
  cohere_xml: {
    ...parameters('<cofl:value name="', '"', '</cofl:value>'),
    after: (type) => [` type="${cohereType(type)}">`],
    spelled: (name) => escaped(name, /[&<>"]/g),
    items: { before: '<cofl:value', end: '</cofl:value>', spaced: false },
  },
  kimi_k3_xml: {
    ...parameters('<|open|>argument key="', '" type="', '<|close|>argument<|sep|>'),
    after: (type) => [`${type === 'integer' ? 'number' : type}"<|sep|>`],
    spelled: (name) => escaped(name, /[&"]/g),
  },
};

function parameters(before: string, behind: string, end: string): XmlStyle {
  return { name: [before, behind], after: () => [], end: () => end, stop: end, spaced: 'all' };
}

function deepseek(begin: string, end: string): XmlStyle {
  return {
    ...parameters(`${begin} name="`, '" string="', end),
    after: (type) => [`${type === 'string'}">`],
    spaced: 'others than strings',
  };
}
