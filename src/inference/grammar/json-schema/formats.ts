const LEAP_YEAR = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const DATE =
  '(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|' +
  `02-(?:0[1-9]|1[0-9]|2[0-8]))|${LEAP_YEAR}-02-29)`;
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?';
const ZONE = '(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])';
const NUMBERED = '[0-9]{1,9}';
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
const GROUP = '[0-9a-fA-F]{1,4}';
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const SHORT_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,28}[A-Za-z0-9])?';
// At most 253 characters: three labels of any length, or eight short ones.
const HOST = `(?:${LABEL}(?:\\.${LABEL}){0,2}|${SHORT_LABEL}(?:\\.${SHORT_LABEL}){0,7})`;
const ENCODED = '%[0-9A-Fa-f]{2}';
const PCHAR = `(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|${ENCODED})`;
const QUERY = `(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?`;
const PATH = `(?:/${PCHAR}*)*`;
const AUTHORITY = `(?:[A-Za-z0-9._~-]+@)?(?:${SHORT_LABEL}(?:\\.${SHORT_LABEL}){0,7})(?::[0-9]{1,5})?`;
const URI = `(?:[A-Za-z][A-Za-z0-9+.-]*:(?://${AUTHORITY}${PATH}|/?${PCHAR}+(?:/${PCHAR}*)*)${QUERY})`;
const URL = `(?:https?|ftp)://[a-z0-9]+(?:-[a-z0-9]+)*(?:\\.[a-z0-9]+(?:-[a-z0-9]+)*)*\\.[a-z]{2,12}(?::[0-9]{2,5})?(?:/[A-Za-z0-9._~/?#=&%-]*)?`;
const POINTER = '(?:/(?:[^~/\\s"\\\\]|~0|~1)*)*';
const VARIABLES = '\\{[+#./;?&]?[A-Za-z0-9_]+(?::[1-9][0-9]{0,3}|\\*)?(?:,[A-Za-z0-9_]+(?::[1-9][0-9]{0,3}|\\*)?)*\\}';

/**
 * Regular expressions of string formats. Each matches only valid texts. They omit rare forms that the standards allow:
 * quoted local parts of mail addresses, IPv6 zones, international host names.
 */
const STRING_FORMATS: Record<string, string> = {
  date: DATE,
  time: `${CLOCK}${ZONE}`,
  'date-time': `${DATE}T${CLOCK}${ZONE}`,
  'iso-time': `${CLOCK}${ZONE}?`,
  'iso-date-time': `${DATE}T${CLOCK}${ZONE}?`,
  duration:
    `P(?:(?:${NUMBERED}Y(?:${NUMBERED}M)?(?:${NUMBERED}D)?|${NUMBERED}M(?:${NUMBERED}D)?|${NUMBERED}D)(?:T${clockDuration()})?|` +
    `T${clockDuration()}|${NUMBERED}W)`,
  email: `${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}`,
  'idn-email': `${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}`,
  hostname: HOST,
  'idn-hostname': HOST,
  ipv4: IPV4,
  ipv6: ipv6(),
  uri: URI,
  iri: URI,
  url: URL,
  'uri-reference': `(?:${URI}|${PATH}${QUERY}|[A-Za-z0-9._~-]+${PATH}${QUERY})`,
  'iri-reference': `(?:${URI}|${PATH}${QUERY}|[A-Za-z0-9._~-]+${PATH}${QUERY})`,
  'uri-template': `(?:[A-Za-z0-9._~/:?#@!$&()*+,;=-]|${ENCODED}|${VARIABLES})*`,
  uuid: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  'json-pointer': POINTER,
  'relative-json-pointer': `(?:0|[1-9][0-9]{0,9})(?:#|${POINTER})`,
  'json-pointer-uri-fragment': "#(?:/(?:[A-Za-z0-9_.!$&'()*+,;:=@-]|%[0-9a-fA-F]{2}|~0|~1)*)*",
  regex: '\\^?(?:(?:[A-Za-z0-9 _@#%&=:;,<>-]|\\\\[dwsDWS.]|\\[[a-z0-9_]+\\]|\\.)[*+?]?)*\\$?',
  byte: '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?',
  password: '[^]*',
  binary: '[^]*',
};

/** Number formats: integer type and bounds; null for a known format without constraints. */
const NUMBER_FORMATS: Record<string, { integer: boolean; minimum: number; maximum: number } | null> = {
  int32: { integer: true, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  // Bounds must be doubles. The maximum is the largest double below 2^63.
  int64: { integer: true, minimum: -(2 ** 63), maximum: 2 ** 63 - 1024 },
  float: null,
  double: null,
};

/**
 * Returns the regular expression of a string format. Null for other formats, which do not constrain strings (JSON
 * Schema, 7.2.1).
 */
export function stringFormat(name: string): string | null {
  return Object.hasOwn(STRING_FORMATS, name) ? STRING_FORMATS[name] : null;
}

export function numberFormat(name: string): { integer: boolean; minimum: number; maximum: number } | null {
  return Object.hasOwn(NUMBER_FORMATS, name) ? NUMBER_FORMATS[name] : null;
}

function clockDuration(): string {
  return `(?:${NUMBERED}H(?:${NUMBERED}M)?(?:${NUMBERED}S)?|${NUMBERED}M(?:${NUMBERED}S)?|${NUMBERED}S)`;
}

function ipv6(): string {
  const forms = [`(?:${GROUP}:){7}${GROUP}`, `(?:${GROUP}:){6}${IPV4}`];
  for (let before = 0; before <= 7; before++) {
    const head = before === 0 ? '' : `${GROUP}(?::${GROUP}){${before - 1}}`;
    const most = 7 - before;
    const tail = most === 0 ? '' : `(?:${GROUP}(?::${GROUP}){0,${most - 1}})?`;
    forms.push(`${head}::${tail}`);
  }
  return `(?:${forms.join('|')})`;
}
