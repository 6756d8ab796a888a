interface EitherProps<T extends string> {
  readonly label: string;
  readonly choices: readonly (readonly [choice: T, name: string])[];
  readonly chosen: T;
  readonly onChoose: (choice: T) => void;
}

/** One of a few ways to give something. */
export function Either<T extends string>({ label, choices, chosen, onChoose }: EitherProps<T>) {
  return (
    <fieldset className="either">
      <legend>{label}</legend>
      {choices.map(([choice, name]) => (
        <label key={choice}>
          <input type="radio" name={label} checked={choice === chosen} onChange={() => onChoose(choice)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
