import { listOwnResources } from '@/lib/bazaar/browse/list-entries'
import type { Whose } from '@/lib/bazaar/browse/survey-entries'
import { findBoard as findBoardOf } from '@/lib/bazaar/find-board'
import { findListing as findListingOf, findStorefront as findStorefrontOf } from '@/lib/bazaar/find-listing'
import { findListings as findListingsOf } from '@/lib/bazaar/find-listings'
import { running } from '@/lib/site/compose/running'

export const findListings = async (parameters: Record<string, string>) =>
  findListingsOf(running('site').catalog, parameters)

export const findBoard = async (parameters: Record<string, string>) => findBoardOf(running('site').catalog, parameters)

export const findListing = async (key: string) => findListingOf(running('site').catalog, key)

export const findStorefront = async (whose: Whose, offset: string | undefined) =>
  findStorefrontOf(running('site').catalog, whose, offset)

/** Resources that this site itself sells, as the catalog lists them. */
export const ownResources = async (): Promise<string[]> => listOwnResources(running('site').database)
