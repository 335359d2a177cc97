import { z } from 'zod'

/** An account in the journal; lamports of zero mean that it was closed. */
const accountSchema = z.object({
  address: z.string(),
  lamports: z.string().regex(/^\d+$/),
  owner: z.string(),
  data: z.string(),
  executable: z.boolean(),
})

const innerInstructionSchema = z.object({
  programIdIndex: z.number(),
  accounts: z.array(z.number()),
  data: z.string(),
  stackHeight: z.number(),
})

const tokenBalanceSchema = z.object({
  accountIndex: z.number(),
  mint: z.string(),
  owner: z.string(),
  programId: z.string(),
  uiTokenAmount: z.object({
    amount: z.string(),
    decimals: z.number(),
    uiAmount: z.number(),
    uiAmountString: z.string(),
  }),
})

const transactionSchema = z.object({
  signature: z.string(),
  /** Base64; null for an airdrop, whose bytes litesvm keeps to itself. */
  wire: z.string().nullable(),
  messageHash: z.string().nullable(),
  slot: z.number(),
  blockTime: z.number(),
  err: z.union([z.string(), z.record(z.unknown())]).nullable(),
  fee: z.number(),
  addresses: z.array(z.string()),
  preBalances: z.array(z.number()),
  postBalances: z.array(z.number()),
  preTokenBalances: z.array(tokenBalanceSchema),
  postTokenBalances: z.array(tokenBalanceSchema),
  logMessages: z.array(z.string()),
  innerInstructions: z.array(z.object({ index: z.number(), instructions: z.array(innerInstructionSchema) })),
  computeUnitsConsumed: z.number(),
})

const journalEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('origin'), slot: z.number(), unixMs: z.number() }),
  z.object({ kind: z.literal('accounts'), accounts: z.array(accountSchema) }),
  z.object({ kind: z.literal('transaction'), transaction: transactionSchema, accounts: z.array(accountSchema) }),
])

/** One line of the local Solana chain's file. */
export type JournalEntry = z.infer<typeof journalEntrySchema>
export type StoredAccount = z.infer<typeof accountSchema>
export type TransactionRecord = z.infer<typeof transactionSchema>
export type TokenBalance = z.infer<typeof tokenBalanceSchema>
export type InnerInstructions = TransactionRecord['innerInstructions']

export const parseJournalEntry = (line: unknown): JournalEntry => journalEntrySchema.parse(line)
