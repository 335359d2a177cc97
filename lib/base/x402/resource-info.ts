import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { findIconUrlFault } from './icon-url'
import type { PaymentRequired } from './wire'

export type ResourceInfo = PaymentRequired['resource']

export type ResourceInfoProblem = { field: 'serviceName' | 'tags' | 'iconUrl'; fault: Sentence }

const MAX_TAGS = 5

/**
 * Copies the known fields of a resource info that came from outside, in wire order. A serviceName, tags or iconUrl that
 * breaks a rule is dropped silently, and so is any field of a wrong type; the other fields stay.
 * Nothing is added: an omitted field is absent from the bytes. Source: service spec 2.2.
 */
export function sanitizeResourceInfo(info: Record<string, unknown>): Partial<ResourceInfo> {
  const { url, description, mimeType, serviceName, tags, iconUrl } = info
  return {
    ...(typeof url === 'string' && { url }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof serviceName === 'string' && isLabel(serviceName) && { serviceName }),
    ...(isTagList(tags) && { tags }),
    ...(typeof iconUrl === 'string' && findIconUrlFault(iconUrl) === null && { iconUrl }),
  }
}

/** The same rules, told to the seller who wrote the info; an empty list means that nothing would be dropped. */
export function validateResourceInfo(info: Partial<Record<keyof ResourceInfo, unknown>>): ResourceInfoProblem[] {
  const problems: ResourceInfoProblem[] = []
  const { serviceName, tags, iconUrl } = info
  if (serviceName !== undefined && !(typeof serviceName === 'string' && isLabel(serviceName))) {
    problems.push({ field: 'serviceName', fault: say('serviceName') })
  }
  if (tags !== undefined && !isTagList(tags)) {
    problems.push({ field: 'tags', fault: say('tags', { maximum: MAX_TAGS }) })
  }
  const iconFault = typeof iconUrl === 'string' ? findIconUrlFault(iconUrl) : say('icon.text')
  if (iconUrl !== undefined && iconFault)
    problems.push({ field: 'iconUrl', fault: say('iconUrl', { fault: iconFault }) })
  return problems
}

const isLabel = (text: string) => /^[\x20-\x7e]{1,32}$/.test(text)

const isTagList = (tags: unknown): tags is string[] =>
  Array.isArray(tags) && tags.length <= MAX_TAGS && tags.every((tag) => typeof tag === 'string' && isLabel(tag))
