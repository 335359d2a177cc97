import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { answer402, type CatalogWorld, createCatalogWorld } from './catalog-world'

export type ListingWorld = {
  world: CatalogWorld
  /** The origin of the seller's server that the catalog asks. */
  origin: string
  /** That server's answer to each path: a challenge, or a status. */
  answers: Map<string, object | number>
  key: (path: string, method?: string) => string
  /** The crawler waits between requests to one host. */
  later: () => void
}

/** A catalog, and a seller's server whose answers a test sets. */
export async function openListingWorld(): Promise<ListingWorld> {
  const world = await createCatalogWorld()
  const answers: ListingWorld['answers'] = new Map()
  const origin = await world.serve((request: IncomingMessage, response) => {
    const answer = answers.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (typeof answer === 'object') answer402(response, answer)
    else response.writeHead(answer ?? 404).end()
  })
  return {
    world,
    origin,
    answers,
    key: (path, method = 'GET') => `${method} ${origin}${path}`,
    later: () => world.advance(3_000),
  }
}

/** Short enough as written, too long for a key once it is encoded. */
export const longPath = (): string =>
  randomBytes(900)
    .toString('latin1')
    .replace(/[^\xa1-\xff]/g, 'é')
