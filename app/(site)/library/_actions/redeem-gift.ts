'use server'

import { redeemOwn } from '../_server/gifts'

/** `lost`: the server did not answer. */
export type Redemption = { kind: 'redeemed' | 'owned'; path: string } | { kind: 'unknown' | 'lost' }

/** Makes the gift of a link the purchase of the reader's wallet. */
export const redeemGift = async (secret: string): Promise<Redemption> => redeemOwn(String(secret).slice(0, 100))
