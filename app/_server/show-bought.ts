import { PASS_MEDIA_TYPE } from '@/lib/base/x402/passes'
import { isPicture } from '@/lib/site/ui/media-type'
import { getInnerPage, withPage } from './get-inner-page'

/** The mark with which this server requests the page of bought goods. */
export const OPENED = 'opened'

/**
 * The page of bought goods around the gate's answer, for a person who opens their URL. Programs, scripts, frames and
 * images of a page get the goods themselves; so do people where the browser shows them better than a page of ours, such
 * as a PDF, and with the query `save`.
 */
export async function showBought(request: Request, answer: Response): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const isDocument = request.headers.get('sec-fetch-dest') === 'document'
  const isOpened = request.method === 'GET' && isDocument && !searchParams.has('save')
  const isPaidNow = answer.headers.has('payment-response')
  if (!isOpened || isPaidNow || answer.status !== 200 || !isForPage(answer)) return answer
  const page = await getInnerPage(request, `/bought?${new URLSearchParams({ of: pathname })}`, OPENED)
  if (!page) return answer
  await answer.body?.cancel()
  return withPage(answer, page)
}

/** A document of a shop, an image, or a type that the browser would save unseen. */
function isForPage({ headers }: Response): boolean {
  const mediaType = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? ''
  const isSaved = (headers.get('content-disposition') ?? '').startsWith('attachment')
  return (
    isSaved ||
    mediaType === PASS_MEDIA_TYPE ||
    isPicture(mediaType) ||
    mediaType === 'text/html' ||
    mediaType === 'text/markdown'
  )
}
