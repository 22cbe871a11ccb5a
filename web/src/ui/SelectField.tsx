/* A choice from a list, with its name before it. */
interface Props<T> {
  label: string;
  value: T;
  values: readonly T[];
  words: (value: T) => string;
  onChange: (value: T) => void;
  class?: string;
}

export function SelectField<T extends string | number | null>({ label, value, values, words, onChange, class: cls = 'field' }: Props<T>) {
  return (
    <label class={cls}>
      <span>{label}</span>
      <select value={String(value)} onChange={(e) => onChange(values[e.currentTarget.selectedIndex]!)}>
        {values.map((v) => (
          <option key={v} value={String(v)}>
            {words(v)}
          </option>
        ))}
      </select>
    </label>
  );
}
