import { readFileSync, writeFileSync } from 'node:fs'
import { configurationPage } from './configuration-page'
import { describeServerVariables } from './describe-variables'

/** Writes the parts of docs/configuration.md that follow from the code. */
const file = 'docs/configuration.md'
writeFileSync(file, configurationPage(describeServerVariables(), readFileSync(file, 'utf8')))
