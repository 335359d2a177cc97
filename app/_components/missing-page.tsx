import { currentRequest } from '@/lib/base/infra/request-scope'
import { NoSuchPage } from './no-such-page'
import { titled, unindexed } from './titled'

/**
 * The page for a missing thing: the whole text with status 404, for readers without scripts and for crawlers too.
 * Next.js's `notFound()` sends an empty document, which scripts fill.
 */
export async function MissingPage() {
  currentRequest()?.answerNotFound?.()
  return <NoSuchPage />
}

export const missingMetadata = titled('site.noSuchPage.title', unindexed)
