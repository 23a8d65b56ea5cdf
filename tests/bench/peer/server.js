// `node server.js PORT`: boardgame.io's server, on the PostgreSQL of the PG* variables, or in memory alone without PGHOST.

const { Origins, Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");
const { Odin } = require("./odin.js");

const { PGDATABASE, PGHOST, PGUSER } = process.env;
// As many connections as a web process of the site has, not five.
const pool = { max: 20 };
const db = PGHOST
  ? new PostgresStore({ host: PGHOST, database: PGDATABASE, username: PGUSER, logging: false, pool })
  : undefined;

Server({ games: [Odin], origins: [Origins.LOCALHOST], db }).run(Number(process.argv[2]));
