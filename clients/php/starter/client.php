<?php
// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.
declare(strict_types=1);

final class Client
{
    private array $hand = [];
    private array $table = [];
    private array $legal = [];

    public function __construct(private readonly string $name)
    {
    }

    /**
     * Your strategy goes here. `$hand` is your cards; `$table` is who played what since the trick, round or turn began,
     * each a pair of name and cards; `$legal` is all answers that are allowed, of which you return one.
     */
    private function choose(array $hand, array $table, array $legal): string
    {
        return $legal[mt_rand(0, count($legal) - 1)];
    }

    public function play(): void
    {
        while (($line = fgets(STDIN)) !== false) {
            $fields = explode('|', $line);
            [, $type, $key] = $fields;
            $fields = array_slice($fields, 3, -2); // what follows them is END and the end of the line
            if ($type === 'QUERY') {
                $answer = $this->choose($this->hand, $this->table, $this->legal);
                fwrite(STDOUT, "|RESPONSE|$key|$answer|END|\n"); // it is never buffered
            } else {
                $this->hear($key, $fields);
            }
        }
    }

    private function hear(string $key, array $fields): void
    {
        switch ($key) {
            case 'start hand':
                $this->hand = $this->table = [];
                break;
            case 'start trick':
            case 'start round':
            case 'start turn':
                $this->table = [];
                break;
            case 'cards':
                $this->hand = self::cards($fields[0]);
                break;
            case 'dealt':
                $this->hand[] = $fields[0];
                break;
            case 'played':
                $this->played($fields[0], self::cards($fields[1]));
                break;
            case 'choices':
                $this->legal = $fields;
                break;
        }
    }

    private function played(string $name, array $cards): void
    {
        $this->table[] = [$name, $cards];
        if ($name === $this->name) {
            foreach ($cards as $card) {
                $place = array_search($card, $this->hand, true);
                if ($place !== false) {
                    array_splice($this->hand, $place, 1);
                }
            }
        }
    }

    private static function cards(string $field): array
    {
        return $field === '-' ? [] : explode(' ', $field);
    }
}

mt_srand((int) (getenv('REFEREE_SEED') ?: time())); // the same numbers if the match is played again
(new Client(end($argv)))->play();
