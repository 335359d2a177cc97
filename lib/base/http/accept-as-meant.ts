import { isPreviewer } from '@/lib/base/x402/audience'

/**
 * The `Accept` header as its sender means it: with `text/html` where a page is wanted, and without it where it is not. So
 * every route may ask for only that word. Programs that draw cards for links say only that they take anything, and
 * read pages; who names JSON with a higher weight than HTML (RFC 9110, 12.5.1) does not want a page.
 */
export function acceptAsMeant({
  accept,
  'user-agent': userAgent,
}: {
  accept?: string | undefined
  'user-agent'?: string | undefined
}): string | undefined {
  const ranges = (accept ?? '*/*').split(',').map((range) => ({ range, ...readRange(range) }))
  const weightOf = (isWanted: (type: string) => boolean) =>
    Math.max(-1, ...ranges.filter(({ type }) => isWanted(type)).map(({ weight }) => weight))
  const [page, json] = [
    weightOf((type) => type === 'text/html'),
    weightOf((type) => /^application\/(.+\+)?json$/.test(type)),
  ]
  if (page >= 0) {
    if (page > 0 && page >= json) return accept
    return (
      ranges
        .filter(({ type }) => type !== 'text/html')
        .map(({ range }) => range.trim())
        .join(', ') || '*/*'
    )
  }
  const takesAny = weightOf((type) => type === '*/*' || type === 'text/*') > 0
  return takesAny && json < 0 && isPreviewer(userAgent ?? '') ? `text/html, ${accept ?? '*/*'}` : accept
}

function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
