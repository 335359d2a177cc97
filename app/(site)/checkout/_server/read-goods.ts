import type { Root } from 'hast'
import { application } from '@/lib/compose/application'
import { findTeaser } from '@/lib/sellers/routes/find-teaser'

/** What anybody may read of a seller's article before paying; null where there is nothing of the kind. */
export async function readTeaser(resourceUri: string): Promise<Root | null> {
  return findTeaser((await application()).sellers, resourceUri)
}
