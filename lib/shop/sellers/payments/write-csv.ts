type Cell = string | Date | bigint | null

/** A line of CSV (RFC 4180). */
export const toLine = (cells: Cell[]) => `${cells.map(toCell).join(',')}\r\n`

/** Buyers choose query and path, so a cell that a spreadsheet would run as a formula gets a leading quote. */
function toCell(value: Cell): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

const ROWS_PER_READ = 500

/** Text that is read and sent page by page, after its head. A page with fewer rows than asked for is the last. */
export function streamRows<Row>(
  head: string,
  find: (after: Row | null, limit: number) => Promise<Row[]>,
  write: (row: Row) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let last: Row | null = null
  let hasBegun = head === ''
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!hasBegun) {
          hasBegun = true
          return controller.enqueue(encoder.encode(head))
        }
        const rows = await find(last, ROWS_PER_READ)
        last = rows.at(-1) ?? null
        if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(write).join('')))
        if (rows.length < ROWS_PER_READ) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
