"""`python -m tools.torture --greedy`: a ring of people who want more chips than the server allows, for ten minutes.

Each story is a new server with limits of its own and two to four people, some with new accounts; a manager who isn't
one of them gives somebody chips now and then (`setups`). The whole bot runs in the process, Discord is a wire that
answers (`wire`), and time passes when nobody has anything to do (`world`). People press what the bot shows them, fill
in its forms and give its commands, with hostile values too; sometimes two press at once, they press what isn't shown to
them, hours pass, or the bot restarts (`choices`). Every second story follows one plan that may bring chips, each plan
in its turn (`setups`); in others, too, two of them follow one now and then. What has brought chips is done again, and
later stories begin with it, a little varied (`search`).

After every step the ledger's rows are added up, without the code that keeps the limits (`books`):

- the house pays members only their start, daily chips, relief, what the manager gives, and what they win at its games;
- from house players a member gets at most the day's most, by deals, antes and banks together;
- what one member has from another without play is within the limits for gifts, taxed, and nothing where gifts are off;
  whoever may not give chips yet gives none, and loses no more in a day than newcomers can;
- no ante is lost without play by somebody who had not agreed to leave, no match is void, and nobody takes over from a
  house player that is ahead;
- nobody owes, the bot fails nowhere, and in the end `data.check` finds nothing.

The same seed tells the same stories. What breaks a rule is told again without every step that it doesn't need.
"""
