/** The pages of an entry, its host and its wallet: the first results of a search for them. */
export async function bazaarPaths(origin: string): Promise<string[]> {
  const search = await fetch(`${origin}/facilitator/discovery/search?query=weather&type=http&network=eip155:8453`)
  const { resources } = (await search.json()) as {
    resources: { resource: string; accepts: { payTo: string }[]; metadata: { turnpike: { key: string } } }[]
  }
  const [first] = resources
  if (!first) throw new Error('The bazaar found nothing to look at.')
  const id = Buffer.from(first.metadata.turnpike.key).toString('base64url')
  return [
    `/bazaar/entry/${id}`,
    `/bazaar/host/${new URL(first.resource).hostname}`,
    `/bazaar/payee/eip155%3A8453/${first.accepts[0]?.payTo}`,
  ]
}
