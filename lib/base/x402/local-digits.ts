/**
 * Writes the first amount of `text` with the reader's separators, exact to its last digit: "1000.05 USDC" is
 * "1,000.05 USDC" in English and "1.000,05 USDC" in German, where "$0.10" is "0,10 $". For people only: no program
 * reads it back.
 */
export function localDigits(text: string, locale: string): string {
  return text.replace(/(\$?)(\d+)(?:\.(\d+))?/, (_, sign: string, whole: string, fraction?: string) => {
    const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).formatToParts(1)
    const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
    const number = new Intl.NumberFormat(locale).format(BigInt(whole)) + (fraction ? point + fraction : '')
    return sign && parts[0]?.type !== 'currency' ? `${number}\u00a0${sign}` : sign + number
  })
}
