const most = 48;

/** Small curve; its values are shown beside it as text. Many values are averaged over neighbours. */
export function Sparkline({ values: all, label }: { values: readonly number[]; label: string }) {
  const values = all.length <= most ? all : meansOf(all);
  if (values.length < 2) return <span class="sparkline-none" aria-hidden="true" />;
  const [width, height, pad] = [96, 22, 2.5];
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const x = (place: number) => pad + (place / (values.length - 1)) * (width - 2 * pad);
  const y = (value: number) => height - pad - ((value - low) / range) * (height - 2 * pad);
  const points = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`);
  const last = values.length - 1;
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <path class="sparkline-area" d={`M${points[0]} L${points.join(' ')} V${height} H${pad} Z`} />
      <polyline points={points.join(' ')} />
      <circle cx={x(last)} cy={y(values[last]!)} r="2" />
    </svg>
  );
}

function meansOf(values: readonly number[]): number[] {
  return Array.from({ length: most }, (_, part) => {
    const near = values.slice(
      Math.floor((part * values.length) / most),
      Math.floor(((part + 1) * values.length) / most),
    );
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}
