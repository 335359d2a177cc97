import type { FailedTransactionMetadata } from 'litesvm'

export type TransactionErrorJson = string | { [name: string]: unknown }

/**
 * Turns litesvm's error, whose variants without fields are numbers, into the cluster's JSON form.
 * The lists follow the order of litesvm's enums.
 */
export function transactionErrorJson(error: ReturnType<FailedTransactionMetadata['err']>): TransactionErrorJson {
  if (typeof error === 'number') return transactionErrors[error] ?? 'Unknown'
  if ('err' in error) return { InstructionError: [error.index, instructionErrorJson(error.err())] }
  if ('accountIndex' in error && 'index' in error === false) {
    return { InsufficientFundsForRent: { account_index: error.accountIndex } }
  }
  return { DuplicateInstruction: 'index' in error ? error.index : null }
}

/** Whether a transaction with this error is still part of the chain: it ran, failed, and paid its fee. */
export const isLandedFailure = (error: TransactionErrorJson): boolean => typeof error === 'object'

function instructionErrorJson(error: number | { code: number } | { msg: string }): TransactionErrorJson {
  if (typeof error === 'number') return instructionErrors[error] ?? 'Unknown'
  return 'code' in error ? { Custom: error.code } : { BorshIoError: error.msg }
}

const transactionErrors = `
  AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee
  InvalidAccountForFee AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee
  InvalidAccountIndex SignatureFailure InvalidProgramForExecution SanitizeFailure ClusterMaintenance
  AccountBorrowOutstanding WouldExceedMaxBlockCostLimit UnsupportedVersion InvalidWritableAccount
  WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit TooManyAccountLocks AddressLookupTableNotFound
  InvalidAddressLookupTableOwner InvalidAddressLookupTableData InvalidAddressLookupTableIndex
  InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit
  MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction
  ProgramCacheHitMaxLimit CommitCancelled`
  .trim()
  .split(/\s+/)

const instructionErrors = `
  GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds
  IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction
  ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange
  ReadonlyDataModified DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys
  AccountDataSizeChanged AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding
  DuplicateAccountOutOfSync InvalidError ExecutableDataModified ExecutableLamportChange
  ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth MissingAccount ReentrancyNotAllowed
  MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded PrivilegeEscalation
  ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable IncorrectAuthority
  AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner
  MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded
  BuiltinProgramsMustConsumeComputeUnits BorshIoError`
  .trim()
  .split(/\s+/)
