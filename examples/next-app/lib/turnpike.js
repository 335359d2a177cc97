import { createTurnpike } from 'turnpike-gate'
import { settings } from './settings.js'

export const turnpike = createTurnpike(settings)
