const DIGIT = /^\p{Nd}$/u
const EVERY_DIGIT = /\p{Nd}/gu

/** The value of a digit. Unicode keeps the ten decimal digits of a script together and in order. */
const digitOf = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}

/** The text with the decimal digits of every script (full-width, Arabic-Indic) as 0 to 9. */
export const asciiDigits = (text: string): string => text.replace(EVERY_DIGIT, (digit) => String(digitOf(digit)))
