/** Why there is no data, in words for the tool's caller. */
export class NoDataError extends Error {
  override name = 'NoDataError'
}
