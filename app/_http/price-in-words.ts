type Price = { dollars: string | null; isMetered: boolean; isFrom?: boolean }

/** What something costs, such as `0.02 USDC`; dollars are written as sellers set them. */
export function priceInWords({ dollars, isMetered, isFrom = false }: Price): string {
  if (dollars === null) return 'Free'
  const limit = isFrom ? 'from ' : isMetered ? 'up to ' : ''
  return `${limit}${dollars.replace('$', '')} USDC`
}
