import { z } from 'zod'

/** The terms of an entry as its history keeps them. Null where a listing does not say. */
export const storedTerms = z.array(
  z.object({
    network: z.string(),
    scheme: z.string(),
    asset: z.string().nullable(),
    amount: z.string().regex(/^\d+$/).nullable(),
    payTo: z.string().nullable(),
  }),
)

export type StoredTerms = z.infer<typeof storedTerms>[number]
