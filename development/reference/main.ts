import { readFileSync, writeFileSync } from 'node:fs'
import { describeServerVariables } from '@/lib/base/infra/describe-variables'
import { configurationPage } from './configuration-page'

/** Writes the parts of docs/configuration.md that follow from the code. */
const file = 'docs/configuration.md'
writeFileSync(file, configurationPage(describeServerVariables(), readFileSync(file, 'utf8')))
