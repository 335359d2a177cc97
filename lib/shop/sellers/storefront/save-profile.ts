import { isDeepStrictEqual } from 'node:util'
import { imageIdOf } from '@/lib/base/markdown/images'
import { say } from '@/lib/base/sentences/say'
import { type Actor, changeOwnShop, getOwnSeller } from '../actor'
import { recordChange } from '../audit/record-change'
import { contentVersion, type ExpectedVersions, refuseOthersChange } from '../content-version'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { reloadRoutes } from '../passes/keep-covers'
import type { SellersContext } from '../ports'
import { profileInput, profileOf, profileVersion, type ShopProfile, tidyLink } from './profile-input'

/**
 * Sets the whole profile of the actor's shop: name, words, links and picture. Omitted parts become empty. The picture
 * must be one of the shop's own images, and is public from then on. Fails with `INPUT_REFUSED`, or with
 * `CHANGED_MEANWHILE` where none of the `expected` versions is stored any more.
 */
export async function saveProfile(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  expected: ExpectedVersions = null,
): Promise<{ profile: ShopProfile; version: string }> {
  const { database, clock } = context
  const { id, handle } = await getOwnSeller(database, actor)
  const parsed = parseInput(profileInput, input)
  const tidy = { ...parsed, links: parsed.links.map(tidyLink) }
  const pictureId = tidy.picture === null ? null : imageIdOf(tidy.picture)
  const at = clock()
  return database.$transaction(async (transaction) => {
    const { revision } = await changeOwnShop(transaction, actor)
    const seller = await transaction.seller.findUniqueOrThrow({ where: { id } })
    const current = profileVersion(seller)
    await refuseOthersChange(transaction, { sellerId: id, subject: handle, expected, current })
    const profile = { ...tidy, takesBudgets: tidy.takesBudgets ?? seller.takesBudgets }
    const { picture: _named, ...said } = profile
    const saved = { profile, version: contentVersion(profile) }
    const [before, after] = difference(profileOf(seller), profile)
    if (Object.keys(after).length === 0) return saved
    // Locks them too, so that none is deleted before the transaction ends.
    const touched = [pictureId, seller.pictureId].filter((imageId) => imageId !== null)
    const own = { sellerId: id, imageId: { in: touched } }
    const { count } = await transaction.shopImage.updateMany({ where: own, data: { namedAt: at } })
    if (count < new Set(touched).size) throw new InputRefusedError({ picture: say('pictureUnknown') })
    await transaction.seller.update({ where: { id }, data: { ...said, pictureId } })
    if (after.takesBudgets !== undefined) await reloadRoutes(transaction, { sellerId: id, revision })
    await recordChange(transaction, actor, { at, sellerId: id, act: 'shop.described', subject: handle, before, after })
    return saved
  })
}

function difference(before: ShopProfile, after: ShopProfile): [Partial<ShopProfile>, Partial<ShopProfile>] {
  const names = (Object.keys(after) as (keyof ShopProfile)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  const of = (profile: ShopProfile) => Object.fromEntries(names.map((name) => [name, profile[name]]))
  return [of(before), of(after)]
}
