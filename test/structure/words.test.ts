import { expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.ts';

/** Private words, and the field's words to use instead (docs/glossary.md). */
const BANNED: readonly [pattern: RegExp, instead: string][] = [
  [/\bheld (?:answer|form)s?\b|\bHeldAnswer\b|\bAnswerForm\b/i, 'output constraint'],
  [/\bdraw_?words\b/i, 'sampling parameters'],
  [
    /\bscore_?sequences\b|\bscored_?steps\b|\bprompt_?scores\b/i,
    'log-probabilities; a score is a reward or an attention logit',
  ],
  [/\bfind_?gradients\b/i, 'backward'],
  [/\bmove_?adapter\b/i, 'optimizerStep'],
  [/\bstep_?gate\b/i, 'duty-cycle limiter'],
  [/\bbreathe\b/i, 'yield to the event loop'],
  [/\btrial_?lanes?\b|\bbrisk\b|\bmiddling\b|\bmanners\b/i, 'compile queue, cost tier, priority'],
  [
    /\bgrammar_?desk\b|\bmask_?shelf\b|\bverdicts\b|\bworkshop\b/i,
    'worker state, mask cache, compile cache, compile context',
  ],
  [/\bcrossings\b/i, 'context-dependent tokens'],
  [/\bevil\b/i, 'adversarial'],
  [/\bwaist\b/i, 'low-rank activation'],
  [/\bsteppings\b|\bstir\b|\bis_?spent\b|\bunder_?way\b|\bunder way\b/i, 'in flight, notify'],
  [/\bin it for nothing\b/i, 'result of a step ahead discarded'],
  [/\bthe dearest plan\b/i, 'the plan that keeps the most activations within the budget'],
  [/\bcommon beginnings?\b/i, 'shared prefix'],
  [/\brows? that continues? each other\b/i, 'consecutive rows of one segment'],
  [/^\s*(?:\/\*\*|\*) Of /m, 'a sentence that says what it is'],
];

const folders = ['src', 'kernels', 'codegen', 'scripts', 'bench', 'test', 'docs', 'examples', 'dashboard/src', 'cli'];
const own = 'test/structure/words.test.ts';

it("names, comments and documents use the field's words", () => {
  const paths = [
    'README.md',
    'CONTRIBUTING.md',
    'openapi.yaml',
    ...folders.flatMap((folder) => filesBelow(folder, '')),
  ];
  const read = paths.filter((path) => /\.(tsx?|mjs|wgsl|md|yaml)$/.test(path) && !path.includes('generated'));
  expect(read.length).toBeGreaterThan(900);
  const found = read.flatMap((path) => (path === own ? [] : bannedIn(textOf(path)).map((word) => `${path}: ${word}`)));
  expect(found).toEqual([]);
});

it('banned words are found in identifiers and comments', () => {
  expect(bannedIn('const steps = underWay; // under way\n/** Of a step. */\nthe verdicts')).toHaveLength(3);
});

function bannedIn(text: string): string[] {
  return BANNED.flatMap(([pattern, instead]) => {
    const match = pattern.exec(text);
    return match === null ? [] : [`"${match[0].trim()}" is ${instead}`];
  });
}
