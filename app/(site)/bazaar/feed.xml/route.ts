import { answerXml, writeRss } from '@/app/_http/rss'
import { siteFacts } from '@/app/_server/site-facts'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { isPoorFit } from '@/lib/bazaar/search/arrange'
import { running } from '@/lib/site/compose/running'
import { translateIn } from '@/lib/site/messages/translate'
import { searchInWords } from '../_components/chips'
import { explorerAddress, feedAddress, readParameters } from '../_components/explorer-address'
import { toFeedItem } from './_components/to-feed-item'

export const dynamic = 'force-dynamic'

const LENGTH = '50'

/** Results of a search of the bazaar, newest first, with the limits and refusals of the public search. */
export async function GET(request: Request): Promise<Response> {
  const { catalog } = running('site')
  return catalog.http.searchAs(request, async () => {
    const { cursor: _cursor, offset: _offset, ...parameters } = readParameters(parametersOf(request))
    const [listings, { origin, name }] = await Promise.all([
      catalog.listings({ ...parameters, sort: 'newest', limit: LENGTH }),
      siteFacts(),
    ])
    const words = searchInWords(translateIn('en', 'bazaar'), parameters)
    return answerXml(
      writeRss({
        title: `${words} · ${name}`,
        link: `${origin}${explorerAddress(parameters)}`,
        self: `${origin}${feedAddress(parameters)}`,
        description: `What is newly listed in the bazaar of ${name}: ${words}.`,
        items: listings.filter(isFit).map((listing) => toFeedItem(listing, origin)),
      }),
      'application/rss+xml',
    )
  })
}

/** The explorer marks partial matches. A feed cannot, so it leaves them out. */
const isFit = ({ ranking }: Listing): boolean => !ranking || ranking.matches.length === 0 || !isPoorFit(ranking)

function parametersOf(request: Request): Record<string, string[]> {
  const { searchParams } = new URL(request.url)
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]))
}
