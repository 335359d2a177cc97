/** Why there is no data, in words for whoever called the tool. */
export class NoDataError extends Error {
  override name = 'NoDataError'
}
