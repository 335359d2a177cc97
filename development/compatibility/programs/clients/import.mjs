import { cell, end } from '../cell.mjs'

/** A library that is only loaded. */
await import(cell.packages.library)
end({ status: 200, text: 'loaded' })
