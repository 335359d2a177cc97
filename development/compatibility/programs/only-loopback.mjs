import { Socket } from 'node:net'

/** Loaded before each program of others: a request that would leave this machine fails, and is named. */
const local = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/
const connect = Socket.prototype.connect

Socket.prototype.connect = function (...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given
  const host = typeof options === 'object' && options !== null ? options.host : undefined
  if (host !== undefined && !local.test(host)) {
    const refused = new Error(`${host} is not on this machine.`)
    process.nextTick(() => this.destroy(refused))
    return this
  }
  return connect.apply(this, given)
}
