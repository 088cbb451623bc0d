// Medusa 2 in one process, with what it has in place of Redis. Runs in the scratch folder of `npm run bench:peers`.
const { defineConfig } = require('@medusajs/framework/utils')

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.PEER_DATABASE,
    // as many connections as ours has
    databaseDriverOptions: { ssl: false, pool: { max: 12 } },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'peer', cookieSecret: 'peer' },
  },
})
