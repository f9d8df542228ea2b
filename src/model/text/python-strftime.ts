const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Python's `datetime.strftime` in the C locale and local time, for the directives that chat templates use. */
export function pythonStrftime(date: Date, format: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = DAYS[date.getDay()];
  const month = MONTHS[date.getMonth()];
  const directives: Record<string, string | undefined> = {
    '%Y': String(date.getFullYear()),
    '%y': two(date.getFullYear() % 100),
    '%m': two(date.getMonth() + 1),
    '%d': two(date.getDate()),
    '%e': String(date.getDate()).padStart(2, ' '),
    '%-d': String(date.getDate()),
    '%-m': String(date.getMonth() + 1),
    '%B': month,
    '%b': month.slice(0, 3),
    '%A': day,
    '%a': day.slice(0, 3),
    '%H': two(date.getHours()),
    '%I': two(((date.getHours() + 11) % 12) + 1),
    '%M': two(date.getMinutes()),
    '%S': two(date.getSeconds()),
    '%p': date.getHours() < 12 ? 'AM' : 'PM',
    '%%': '%',
  };
  return format.replace(/%-?./g, (directive) => directives[directive] ?? directive);
}
