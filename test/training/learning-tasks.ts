import type { Choice, Rollout, Task } from './learning.ts';

const WORDS = 'cat dog bird fish tree sun moon star sea river king queen city day night old new fast slow left'.split(
  ' ',
);
const NUMBERS = 'zero one two three four five six seven eight nine'.split(' ');

const user = (content: string) => ({ role: 'user', content });
const said = (choice: Choice): string => choice.message.content;
const split = (questions: string[], held: (place: number) => boolean) => ({
  trained: questions.filter((_, place) => !held(place)),
  heldBack: questions.filter((_, place) => held(place)),
});

/** Returns a task of one answer, right or wrong. */
function oneAnswer(
  questions: string[],
  held: (place: number) => boolean,
  right: (q: string, a: string) => boolean,
): Task {
  return {
    ...split(questions, held),
    play: async (question, sample, n, seed) =>
      (await sample([user(question)], n, seed)).map(
        (choice): Rollout => ({
          messages_and_choices: [user(question), choice],
          reward: right(question, said(choice)) ? 1 : 0,
        }),
      ),
  };
}

/** Answers of the format task's model before training. */
export const formatAnswers = ['one', 'two', 'three', 'yes', 'no', 'maybe', 'red', 'green', 'blue'];

/** Answer any question with a number word and nothing else. */
export const format: Task = oneAnswer(
  WORDS.map((word) => `say ${word}`),
  (place) => place % 4 === 0,
  (_, answer) => NUMBERS.includes(answer),
);

const pairs = NUMBERS.flatMap((_, a) => NUMBERS.map((_, b) => [a, b]));
const small = pairs.filter(([a, b]) => a + b < 7);
const large = pairs.filter(([a, b]) => a + b > 11);
/** Small and large sums in alternation, otherwise in arbitrary order. */
const sums = large.flatMap((_, i) => [small[(i * 5) % small.length], large[(i * 5) % large.length]]);

/** Is the sum of two numbers more than nine? Sums of 7 to 11 are not asked; "maybe" is never right. */
export const arithmetic: Task = oneAnswer(
  sums.map(([a, b]) => `what is ${NUMBERS[a]} and ${NUMBERS[b]}`),
  (place) => place % 8 < 2,
  (question, answer) => {
    const [a, b] = question
      .slice(8)
      .split(' and ')
      .map((word) => NUMBERS.indexOf(word));
    return answer === (a + b > 9 ? 'yes' : 'no');
  },
);

/**
 * A door is hot or cold. The first answer "maybe" reveals which; the second answer has to be "yes" to a hot door and
 * "no" to a cold door. Only the whole game is rewarded.
 */
export const twoTurns: Task = {
  ...split(
    WORDS.map((word) => `your ${word}`),
    (place) => place % 4 === 2,
  ),
  play: async (question, sample, n, seed) => {
    const firsts = await sample([user(question)], n, seed);
    return Promise.all(
      firsts.map(async (first, i): Promise<Rollout> => {
        const begun = [user(question), first];
        if (said(first) !== 'maybe') return { messages_and_choices: begun, reward: 0 };
        const hot = (seed / 100 + i) % 2 === 0;
        const hint = user(hot ? 'hot' : 'cold');
        const [second] = await sample([user(question), first.message, hint], 1, seed + 50 + i);
        const right = said(second) === (hot ? 'yes' : 'no');
        return { messages_and_choices: [...begun, hint, second], reward: right ? 1 : 0 };
      }),
    );
  },
};
