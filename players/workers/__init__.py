"""Worker processes in which questions to house players and the coach are answered, so that no press waits for them.

`thinkers` has the processes and shares their time among the questions; its `answer_here` thinks in this process, for
programs in which nobody minds. `process` is one worker as the bot sees it, `worker` what runs in it. Nothing in this
package knows Discord, tables or the database.
"""
