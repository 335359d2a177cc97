import type { EntryDraft } from '../entry/draft'
import { pathText, withoutAddresses } from '../search/document-words'

const MAX_CHARACTERS = 2_000

type Describable = Pick<EntryDraft, 'resource' | 'toolName' | 'name' | 'serviceName' | 'tags' | 'description'>

/**
 * The text from which an entry's meaning is computed: its names, tags, path and prose, cut at a length. Prose that many
 * entries repeat describes none of them and is left out, as in the word index.
 */
export function embeddingText(entry: Describable, { isBoilerplate }: { isBoilerplate: boolean }): string {
  const parts = [
    entry.serviceName,
    entry.name,
    entry.toolName,
    entry.tags.join(', '),
    pathText(entry.resource).replace(/[^\p{L}\p{N}]+/gu, ' '),
    isBoilerplate ? null : withoutAddresses(entry.description ?? ''),
  ]
  return parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('. ')
    .slice(0, MAX_CHARACTERS)
}
