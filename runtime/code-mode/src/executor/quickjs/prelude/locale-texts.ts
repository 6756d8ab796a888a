/** `toLocaleString` and its like. The engine knows no locales, and what it writes instead of what is meant misleads. */
export const localeTexts = `const isUtc = /^(?:etc\\/)?(?:utc|gmt)$/i;
const isAmerican = /^en(?:-us)?$/i;
const isWord = /^(?:long|short|narrow)$/;
const matches = (pattern, value) => apply(exec, pattern, [StringOf(value)]) !== null;
const optionsOf = (value) => (isObject(value) ? value : record({}));
const dateTexts = record({
  toLocaleString: (iso) => apply(slice, iso, [0, -5]).replace("T", " "),
  toLocaleDateString: (iso) => apply(slice, iso, [0, -14]),
  toLocaleTimeString: (iso) => apply(slice, iso, [-13, -5]),
});
for (const name of keysOf(dateTexts)) {
  const american = datePrototype[name];
  hidden(datePrototype, name, function (locales, options) {
    const { timeZone, weekday, month, dateStyle } = optionsOf(options);
    if (timeZone !== undefined && !matches(isUtc, timeZone))
      throw new RangeErrorClass("There is no time zone but UTC here. Add the hours to the date, or ask a tool.");
    if (weekday !== undefined || dateStyle !== undefined || matches(isWord, month))
      throw new RangeErrorClass("Dates have no names of days and months here. Take them from getDay() and getMonth().");
    const text = apply(american, this, []);
    // The day stands before the month in most others, so that 12/01 would be another date.
    const isRead = locales === undefined || matches(isAmerican, locales) || text === "Invalid Date";
    return isRead ? text : dateTexts[name](apply(isoText, this, []));
  });
}

const plainNumber = numberPrototype.toLocaleString;
hidden(numberPrototype, "toLocaleString", function (_, options) {
  if (!isObject(options) || !isFinite(this)) return apply(plainNumber, this, []);
  const { style = "decimal", notation = "standard", maximumSignificantDigits } = options;
  if (style === "unit" || notation !== "standard" || maximumSignificantDigits !== undefined)
    throw new RangeErrorClass("Numbers have no units and notations here. Use toFixed(), and write the rest yourself.");
  const usual = style === "currency" ? 2 : 0;
  const { minimumFractionDigits: least = usual } = options;
  const room = style === "decimal" ? 3 : usual;
  const { maximumFractionDigits: most = least > room ? least : room } = options;
  const text = apply(toFixed, style === "percent" ? this * 100 : this, [most]);
  let end = text.length;
  for (let spare = most - least; spare > 0 && text[end - 1] === "0"; spare--) end--;
  const digits = apply(slice, text, [0, text[end - 1] === "." ? end - 1 : end]);
  return digits + (style === "percent" ? "%" : style === "currency" ? " " + options.currency : "");
});
`;
