'use server'

import { inShownShop } from '../_server/dashboard'

/** Runs an action for the shop that its form was shown with. */
export async function sendInShop<Input extends unknown[], T>(
  sellerId: string,
  action: (...input: Input) => Promise<T>,
  ...input: Input
): Promise<T> {
  return inShownShop(sellerId, () => action(...input))
}
