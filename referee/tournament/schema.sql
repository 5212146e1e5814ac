-- The tables of results.sqlite, the one truth of a tournament. A match counts exactly when its row is here.

-- What holds for the whole: the version of this format and of the referee, the file as it was at the first run, the
-- hash of the seed, the beacon, when it was begun and finished, and then the seed.
create table fact (
  name text primary key,
  value text not null
) without rowid;

-- Each version of each entrant, frozen as it was when it entered.
create table entrant (
  name text not null,
  version integer not null,     -- from 1; the highest is the one that plays
  client text not null,         -- as the tournament's file names it
  choices integer not null,     -- 1: it is told all legal answers
  asked integer not null,       -- 1: since the tournament's file asks for them, not its manifest alone
  pty integer not null,         -- 1: it gets terminals instead of pipes
  command text not null,        -- a list of words as JSON; {folder} is its folder, {python} the referee's interpreter
  hash text not null,           -- of its frozen files and its command
  files text not null,          -- the hash of each frozen file by its path, as JSON
  event integer not null references event (id),
  primary key (name, version)
) without rowid;

-- What people decided, in order. It holds for the plan from the wave on that it names.
create table event (
  id integer primary key,
  at text not null,             -- date and time, UTC
  kind text not null check (kind in ('enter', 'update', 'withdraw', 'annul', 'rounds')),
  entrant text,
  match integer,                -- that an annulment is about
  rounds integer,               -- how many there are from then on
  because text not null,
  wave integer                  -- null until a wave begins that knows of it
);

-- The waves of the plan that have begun.
create table wave (
  number integer primary key,
  first_match integer not null,
  first_block integer not null,
  at text not null
);

create table match (
  number integer primary key,   -- in the plan, from 1
  wave integer not null,
  block integer not null,       -- one table and one deal in several seatings
  game text not null,
  state text not null check (state in ('played', 'dropped')),  -- dropped: an entrant had left before it began
  seconds real not null,
  at text not null,             -- when it ended, UTC
  digest blob not null          -- SHA-256 of all that was said and drawn in it, times apart
);
create index match_of_block on match (block);

create table seat (
  match integer not null references match (number),
  seat integer not null,        -- from 1
  entrant text not null,        -- 'house', 'house-2' ... for house players
  version integer not null,     -- 0 for house players
  place integer not null,
  sharing integer not null,     -- how many have this place together
  score integer not null,
  retired text not null,        -- why, or nothing
  answers integer not null,
  micros integer not null,      -- of thinking
  slowest integer not null,     -- micros of the slowest answer
  primary key (match, seat)
) without rowid;

-- Bad cards by kind, with what is known of the player's first one in the match.
create table bad_card (
  match integer not null,
  seat integer not null,
  kind text not null,
  count integer not null,
  hand integer,                 -- of the first bad card, if it was of this kind
  question text,
  line text,                    -- what was written
  primary key (match, seat, kind)
) without rowid;

-- Facts beside a match, such as an exit code or the last lines of a program's stderr.
create table note (
  match integer not null,
  entrant text not null,
  text text not null
);
create index note_of_match on note (match);

-- Starts of a match that came to nothing, by nobody's fault.
create table void (
  match integer not null,
  at text not null,
  cause text not null
);

-- The sum over all rows of each table, kept by triggers with every write: a damaged file is refused.
create table checked (
  name text primary key,
  total integer not null
) without rowid;
