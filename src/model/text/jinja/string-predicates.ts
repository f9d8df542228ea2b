import { isSpace } from './python-strings.ts';

const DIGITS = /^[\p{Nd}²³¹⁰⁴-⁹₀-₉①-⑨]+$/u;
const CASED = /[\p{Lu}\p{Ll}\p{Lt}]/u;

/** Python's methods that tell what characters a text has. */
export const STRING_PREDICATES: Readonly<Record<string, (text: string) => boolean>> = {
  isdecimal: (text) => /^\p{Nd}+$/u.test(text),
  isdigit: (text) => DIGITS.test(text),
  isnumeric: (text) => /^\p{N}+$/u.test(text),
  isalpha: (text) => /^\p{L}+$/u.test(text),
  isalnum: (text) => /^[\p{L}\p{N}]+$/u.test(text),
  isspace: isSpace,
  isascii: (text) => /^\p{ASCII}*$/u.test(text),
  islower: (text) => CASED.test(text) && !/[\p{Lu}\p{Lt}]/u.test(text),
  isupper: (text) => CASED.test(text) && !/[\p{Ll}\p{Lt}]/u.test(text),
};
