import { toHtml } from 'hast-util-to-html'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { splitAtDivider } from '@/lib/base/markdown/free-part'
import { withoutFrontMatter } from '@/lib/base/markdown/front-matter'
import { imagesNamedIn } from '@/lib/base/markdown/images'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { RouteTerms } from '@/lib/base/x402/route-terms'
import { type Actor, getOwnSeller } from '../actor'
import { writtenImages } from '../images/shown-images'
import { type Faults, InputRefusedError } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { findResourceInfoProblems } from './check-route'
import { type PreparedRoute, prepareRoute } from './prepare-route'
import { discoveryInput } from './route-input'

export type RouteReview = {
  /** Why it cannot be saved yet, by field. */
  fields: Faults
  /** The terms that agents would get, and the size of that 402 in characters; null until the input is valid. */
  terms: RouteTerms | null
  challengeCharacters: number
  challengeWarning: string | null
  /** The free part as everybody reads it, and the text as buyers get it; null where there is none. */
  freeHtml: string | null
  html: string | null
  /** `html` has only the beginning of the text. */
  isHtmlCut: boolean
}

/** Limits the cost of previewing a text whenever its writer pauses. */
const PREVIEWED_CHARACTERS = 50_000

/**
 * Checks a route's input as saving it would, and changes nothing. The limits of the bazaar's texts are reported even
 * while the rest is unfinished.
 * @param routeId the route that is being changed; null for a new one
 */
export async function reviewRoute(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  routeId: string | null,
): Promise<RouteReview> {
  const { free, paid } = partsOf(input)
  const text = {
    freeHtml: await preview(context, actor, free),
    html: await preview(context, actor, paid),
    isHtmlCut: paid.length > PREVIEWED_CHARACTERS,
  }
  try {
    const prepared = await prepareRoute(context, actor, input)
    const taken = await findPathTaken(context, prepared, routeId)
    return { fields: taken ? { path: taken } : {}, ...prepared.checked, ...text }
  } catch (error) {
    if (!(error instanceof InputRefusedError)) throw error
    const none = { terms: null, challengeCharacters: 0, challengeWarning: null }
    return { fields: { ...textProblems(input), ...error.faults }, ...none, ...text }
  }
}

/** Divides the text as saving would, also while the rest of the input is unfinished. */
function partsOf(input: unknown): { free: string; paid: string } {
  const [teaser, body] = ['teaser', 'body'].map((name) => withoutFrontMatter(String(partOf(input, name) ?? ''))) as [
    string,
    string,
  ]
  if (partOf(input, 'kind') !== 'article') return { free: '', paid: body }
  return (teaser.trim() === '' ? splitAtDivider(body) : null) ?? { free: teaser, paid: body }
}

async function preview({ database }: SellersContext, actor: Actor, text: string): Promise<string | null> {
  const markdown = text.slice(0, PREVIEWED_CHARACTERS)
  if (markdown.trim() === '') return null
  const { id: sellerId } = await getOwnSeller(database, actor)
  return toHtml(parseMarkdown(markdown, await writtenImages(database, sellerId, imagesNamedIn(markdown))))
}

const partOf = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined

function textProblems(input: unknown): Faults {
  const parsed = discoveryInput.safeParse(partOf(input, 'discovery'))
  return parsed.success ? findResourceInfoProblems(parsed.data) : {}
}

async function findPathTaken(
  { database }: SellersContext,
  { sellerId, columns: { method, shape } }: PreparedRoute,
  routeId: string | null,
): Promise<Sentence | null> {
  const taken = await database.storedRoute.findFirst({
    where: { sellerId, method, shape, ...(routeId && isUuid(routeId) ? { id: { not: routeId } } : {}) },
    select: { title: true },
  })
  return taken && say('pathTakenBy', { title: taken.title })
}
