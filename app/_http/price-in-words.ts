/** What something costs, such as `0.02 USDC`; dollars are written as sellers set them. */
export function priceInWords(dollars: string | null, isMetered: boolean): string {
  if (dollars === null) return 'Free'
  return `${isMetered ? 'up to ' : ''}${dollars.replace('$', '')} USDC`
}
