import { localDigits } from '@/lib/base/x402/local-digits'
import { languageOf, localeOf } from '@/lib/site/messages/languages'
import { translateIn } from '@/lib/site/messages/translate'
import { findGoodsSummary } from '../../_server/find-goods-summary'
import { siteFacts } from '../../_server/site-facts'
import { writeButton, writeCard, writeNotForSale } from '../_server/write-frame'

export const dynamic = 'force-dynamic'

/** Any page may frame it; it runs nothing, sends nothing, and loads only our fonts. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

/**
 * Goods of this site for a frame in pages of other sites: a card, or with `?show=button` only the button. Its link
 * opens a new tab, so nothing is ever signed or paid in a frame.
 */
export async function GET(request: Request, { params }: RouteContext<'/embed/[...of]'>): Promise<Response> {
  // A frame has no cookie of ours: the browser's own languages decide.
  const language = languageOf({ accepted: request.headers.get('accept-language') })
  const [summary, site] = await Promise.all([
    params.then(({ of }) => findGoodsSummary(of, translateIn(language, 'price'))),
    siteFacts(),
  ])
  const write = new URL(request.url).searchParams.get('show') === 'button' ? writeButton : writeCard
  const shown = summary && { ...summary, price: localDigits(summary.price, localeOf[language]) }
  return new Response(shown ? await write(shown, site, language) : await writeNotForSale(site, language), {
    status: summary ? 200 : 404,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': FRAME_POLICY,
      vary: 'accept-language',
      'cache-control': summary ? 'public, max-age=60' : 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
