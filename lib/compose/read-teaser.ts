import { findTeaser } from '@/lib/sellers/find-teaser'
import { application } from './application'

/** What anybody may read of a seller's article before paying, as HTML; null where there is nothing of the kind. */
export async function readTeaser(resourceUri: string): Promise<string | null> {
  return findTeaser((await application()).sellers, resourceUri)
}
