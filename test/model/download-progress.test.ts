import { expect, it } from 'vitest';
import { DownloadProgress } from '../../src/model/hub/download-progress.ts';

function watched(isTTY: boolean) {
  const clock = { now: 0 };
  let text = '';
  const output = { isTTY, columns: 80, write: (more: string) => (text += more) };
  return { clock, progress: new DownloadProgress(output, () => clock.now), text: () => text };
}

it('download progress on a terminal is a bar, drawn at most ten times a second', () => {
  const { clock, progress, text } = watched(true);
  const file = progress.file('w', 4e6);
  for (let bytes = 0; bytes <= 2e6; bytes += 1e4) {
    clock.now += 1;
    file.at(bytes);
  }
  expect(text().match(/\r/g)!.length).toBeLessThanOrEqual(4);
  clock.now = 1000;
  file.at(2e6);
  expect(text()).toMatch(/\[#{15}-{15}\] w 50 % of 4\.0 MB 2\.0 MB\/s$/);
  clock.now = 2000;
  file.done();
  expect(text().endsWith('downloaded w (4.0 MB in 2.0 s)\n')).toBe(true);
});

it('download progress elsewhere is a line every ten seconds, without control characters', () => {
  const { clock, progress, text } = watched(false);
  const file = progress.file('w', 4e6);
  for (let second = 1; second <= 25; second++) {
    clock.now = second * 1000;
    file.at(second * 1e5);
  }
  file.done();
  expect(text()).toBe(
    'downloading w (4.0 MB)\nw: 25 % of 4.0 MB\nw: 50 % of 4.0 MB\ndownloaded w (4.0 MB in 25.0 s)\n',
  );
});
