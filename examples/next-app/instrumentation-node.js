import { migrate } from 'turnpike-gate'
import { settings } from './lib/settings.js'
import { turnpike } from './lib/turnpike.js'

await migrate(settings)
await turnpike.ready()
