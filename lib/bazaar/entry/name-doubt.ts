import { titleAndRest } from '@/lib/base/x402/titles'
import knownNames from './known-names.json'

const owners = new Map<string, readonly string[]>(Object.entries(knownNames))

export const nameDoubts = ['mixed_scripts', 'borrowed_name'] as const
type NameDoubt = (typeof nameDoubts)[number]
export type NamedService = { source: string; serviceName: string | null; description: string | null; resource: string }

/**
 * Whether a name imitates another by letters of two scripts in a word, or is a well-known company's at a host that is not
 * known to be theirs. A text names its service in a few words; a longer one only mentions.
 */
export function findNameDoubt({ source, serviceName, description, resource }: NamedService): NameDoubt | null {
  const words = (serviceName ?? titleAndRest(description ?? undefined, '').title).match(/[\p{L}'’-]+/gu) ?? []
  if (words.some((word) => word.length > 3 && /[a-z]/i.test(word) && LOOKS_LATIN.test(word))) return 'mixed_scripts'
  const url = URL.parse(resource)
  if (source === 'own' && !url?.pathname.startsWith('/x/')) return null
  const isOf = (domain: string) => `.${url?.hostname}`.endsWith(`.${domain}`)
  const isBorrowed = (word: string) => owners.get(word.toLowerCase())?.some(isOf) === false
  return (serviceName !== null || words.length < 6) && words.some(isBorrowed) ? 'borrowed_name' : null
}

const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
