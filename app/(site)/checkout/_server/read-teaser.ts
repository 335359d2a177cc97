import type { Root } from 'hast'
import { findTeaser } from '@/lib/sellers/find-teaser'
import { application } from '@/lib/compose/application'

/** What anybody may read of a seller's article before paying; null where there is nothing of the kind. */
export async function readTeaser(resourceUri: string): Promise<Root | null> {
  return findTeaser((await application()).sellers, resourceUri)
}
