const LONGEST = 80

/** A path made from a title: small letters without accents, digits and hyphens. `/untitled` where none are left. */
export function pathOfTitle(title: string): string {
  const words = title
    .slice(0, 10 * LONGEST)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const kept = words.slice(0, LONGEST).replace(/^-+|-+$/g, '')
  return `/${kept === '' ? 'untitled' : kept}`
}

export const withSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`)
