import { generateKeyPairSigner } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { expect, it } from 'vitest'
import { associatedTokenAddress } from './associated-token'
import { TOKEN_2022_PROGRAM_ADDRESS } from './svm-payment'

it('derives the account that kit derives', async () => {
  for (let round = 0; round < 25; round++) {
    const [owner, mint] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
    for (const tokenProgram of [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS]) {
      const seeds = { owner: owner.address, mint: mint.address, tokenProgram }
      const [expected] = await findAssociatedTokenPda(seeds)
      expect(associatedTokenAddress(owner.address, mint.address, tokenProgram)).toBe(expected)
    }
  }
})
